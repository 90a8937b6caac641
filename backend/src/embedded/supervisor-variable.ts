/** Environment variable that tells a forked process the number of the process that watches over it. */
export const supervisorVariable = 'BILDNIS_SUPERVISOR';

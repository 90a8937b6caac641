/** Business keys of a training cycle: one charge, at most one return (invariant I3). */
export const chargeKey = (cycleId: string) => `training:${cycleId}:charge`;
export const returnKey = (cycleId: string) => `training:${cycleId}:return`;

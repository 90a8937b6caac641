/** Stands in a bundle in place of what is left out of it. */
const nothing = {};

export default nothing;
export const wasmWorkerContents = '';

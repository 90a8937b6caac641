/** Where the exports of a user lie. */
export const exportPrefix = (userId: string) => `exports/${userId}/`;
export const exportKey = (userId: string, exportId: string) => `${exportPrefix(userId)}${exportId}.zip`;

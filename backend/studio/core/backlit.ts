/** From here, in stops, the light was behind the person; and from here it has burnt hair and jaw beyond mending. */
const BACKLIT = 0.65;
const BURNT = 1;

/** A face so much dimmer than the person's well-lit ones: lifted to their tone it is noisy, and its hair and jaw keep a burnt line. @param dimness stops */
export const isBacklit = (dimness: number): boolean => dimness >= BACKLIT;

/** A backlit face whose hair is a white cap once the face is as bright as it should be. @param dimness stops */
export const isBurnt = (dimness: number): boolean => dimness >= BURNT;

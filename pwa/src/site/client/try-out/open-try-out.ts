import { startTryOut } from './try-out';
import { createDeviceStudio } from './worker-studio';

/** Opens the section of this page with the studio on the device. */
export const openTryOut = (opener: HTMLElement): void => startTryOut(document, createDeviceStudio, { opener });

import { UnfitNetwork } from '@bildnis/studio/inspector';
import { ConfigurationError } from '../../config/index.js';

/**
 * Has what cuts people out try the operator's own network, where there is one.
 * @throws ConfigurationError where the network cannot be used; what was to use it is closed then
 */
export async function tryMatting(part: { ready(): Promise<void>; close(): Promise<void> }): Promise<void> {
  try {
    await part.ready();
  } catch (error) {
    await part.close();
    throw error instanceof UnfitNetwork ? new ConfigurationError([`STUDIO_MATTE_MODEL: ${error.message}`]) : error;
  }
}

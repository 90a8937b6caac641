import { PushSender } from './port.js';

/** In an installation without keys there is no push. */
export class PushNotOffered extends PushSender {
  readonly publicKey = null;

  serves(): boolean {
    return false;
  }

  send(): Promise<'gone'> {
    return Promise.resolve('gone');
  }
}

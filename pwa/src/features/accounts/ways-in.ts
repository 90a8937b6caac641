import { api } from '~/lib/api';

let asked: Promise<boolean> | null = null;

async function ask(): Promise<boolean> {
  try {
    return (await api.getServiceInfo()).google;
  } catch {
    asked = null;
    return false;
  }
}

/** Whether signing in with Google is offered, asked once; not where the server cannot be asked. */
export function offersGoogle(): Promise<boolean> {
  asked ??= ask();
  return asked;
}

import { stylesAnswer } from '../../pages/frame.js';
import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import { checkoutLook, look } from '../../pages/look.css.js';
import type { World } from '../state/world.js';
import { handleCheckout } from './checkout-page.js';
import { hostedLook } from './hosted-look.css.js';
import { missingPage, stylesPath } from './hosted-page.js';
import { handleInvoice } from './invoice-page.js';
import { handlePortal } from './portal-routes.js';

/** Answers the pages a customer sees; null when the path is none of theirs. */
export function handlePage(world: World, request: PageRequest): PageAnswer | null {
  const path = request.url.pathname;
  if (path.startsWith('/v1/') || path.startsWith('/control/')) return null;
  if (path === stylesPath) return stylesAnswer(look + checkoutLook + hostedLook);
  const [, kind, id = '', part = ''] =
    /^\/(checkout|invoices|portal)\/(\w+)(?:\/(pdf|card|subscription|confirm))?$/.exec(path) ?? [];
  const session = world.state.sessions.get(id);
  const draft = world.state.drafts.get(id);
  const invoice = world.state.invoices.get(id);
  if (kind === 'portal') return handlePortal(world, id, part, request);
  if (kind === 'invoices' && invoice) return handleInvoice(world, invoice, part, request);
  if (kind === 'checkout' && session && draft)
    return handleCheckout(world, { session, draft }, part === 'confirm', request);
  return missingPage();
}

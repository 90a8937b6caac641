import { answerConfirmation, lastFailure, submitCard, type OpenSession } from '../billing/submit-card.js';
import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import type { WireSession } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { checkForm, firstValues, readValues } from './checkout-form.js';
import { checkoutPage, stylesPath } from './checkout-page.js';
import { hostedLook } from './hosted-look.css.js';
import { seeOther, stylesAnswer } from '../../pages/frame.js';
import { checkoutLook, look } from '../../pages/look.css.js';
import { handleInvoice } from './invoice-page.js';
import { confirmationPage, expiredPage, missingPage, paidPage } from './other-pages.js';
import { handlePortal } from './portal-routes.js';

/** Answers the pages a customer sees; null when the path is none of theirs. */
export function handlePage(world: World, request: PageRequest): PageAnswer | null {
  const path = request.url.pathname;
  if (path === stylesPath) return stylesAnswer(look + checkoutLook + hostedLook);
  const [, invoiceId, part] = /^\/invoices\/(in_\w+)(\/pdf|\/confirm)?$/.exec(path) ?? [];
  if (invoiceId) {
    const invoice = world.state.invoices.get(invoiceId);
    return invoice ? handleInvoice(world, invoice, part, request) : missingPage();
  }
  const [, portalId, portalPart] = /^\/portal\/(bps_\w+)(\/card|\/subscription|\/confirm)?$/.exec(path) ?? [];
  if (portalId) return handlePortal(world, portalId, portalPart, request);
  const match = /^\/checkout\/(cs_test_\w+)(\/confirm)?$/.exec(path);
  if (!match?.[1]) return path.startsWith('/v1/') || path.startsWith('/control/') ? null : missingPage();
  const session = world.state.sessions.get(match[1]);
  const draft = world.state.drafts.get(match[1]);
  if (!session || !draft) return missingPage();
  if (session.status === 'complete')
    return request.method === 'POST' ? seeOther(successUrl(session)) : paidPage(successUrl(session));
  if (session.status !== 'open') return expiredPage(session);
  return match[2]
    ? handleConfirmation(world, { session, draft }, request)
    : handleCheckout(world, { session, draft }, request);
}

/** Where the customer goes after paying, with the session's id in its place. */
export function successUrl(session: WireSession): string {
  return (session.success_url ?? '/').replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, session.id);
}

function handleCheckout(world: World, open: OpenSession, request: PageRequest): PageAnswer {
  const { session, draft } = open;
  if (request.method !== 'POST') {
    return checkoutPage({ ...open, values: firstValues(world.now()), errors: {}, failure: lastFailure(world, draft) });
  }
  const typed = readValues(request.body);
  // A card number is never sent back to the page.
  const values = { ...typed, number: '' };
  const checked = checkForm(typed, session, world.now());
  if ('errors' in checked) return checkoutPage({ ...open, values, errors: checked.errors, failure: null, status: 422 });
  switch (submitCard(world, open, checked.card, checked.face, checked.email)) {
    case 'paid':
      return seeOther(successUrl(session));
    case 'confirm':
      return seeOther(`/checkout/${session.id}/confirm`);
    case 'declined':
      return checkoutPage({
        ...open,
        values,
        errors: { number: 'Nehmen Sie eine andere Karte.' },
        failure: lastFailure(world, draft),
        status: 402,
      });
  }
}

function handleConfirmation(world: World, open: OpenSession, request: PageRequest): PageAnswer {
  const back = `/checkout/${open.session.id}`;
  if (!open.draft.awaitingConfirmation) return seeOther(back);
  if (request.method !== 'POST') return confirmationPage(open.session);
  const decision = new URLSearchParams(request.body).get('decision');
  if (decision !== 'accept' && decision !== 'refuse') return confirmationPage(open.session);
  answerConfirmation(world, open, decision === 'accept');
  return seeOther(decision === 'accept' ? successUrl(open.session) : back);
}

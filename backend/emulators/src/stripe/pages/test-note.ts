import { html } from '../../pages/markup.js';

/** Stands at the top of every hosted page, so that nobody takes it for a till. */
export const testNote = html`<p class="test" role="note"><strong>Testumgebung ohne echtes Geld.</strong> Es wird nichts belastet. Geben Sie keine echte Karte ein.</p>
`;

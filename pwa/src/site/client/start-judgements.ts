/** Asks for the judgements as they are now, also where the browser brings an old page back: what was withdrawn is not shown again. */
export function startJudgements(): void {
  const places = document.querySelectorAll('[data-judgements], [data-judgements-page]');
  if (places.length === 0) return;
  async function show() {
    const { writeJudgements } = await import('./judgements');
    const { api } = await import('./api');
    writeJudgements(document, await api.readJudgements().catch(() => null));
  }
  addEventListener('load', () => void show(), { once: true });
  addEventListener('pageshow', (event) => {
    if (event.persisted) void show();
  });
}

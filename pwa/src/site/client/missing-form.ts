/** Says how else, where the script of a form has not come by the time the page is loaded. */
export function watchForm(): void {
  addEventListener('load', () => {
    const form = document.querySelector<HTMLElement>('[data-form]:not([data-started])');
    form?.querySelector<HTMLElement>('[data-instead]')?.setAttribute('data-shown', '');
  });
}

/** For how many frames an error may take to be drawn. */
const PATIENCE = 30;

/** Once the errors are drawn, the keyboard is where the first one is; nothing happens where none belongs to a field, or to a group marked with `data-error`. */
export function focusFirstError(within = 'form', patience = PATIENCE): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`${within} :is([aria-invalid="true"], [data-error])`);
    if (field) field.focus();
    else if (patience > 0) focusFirstError(within, patience - 1);
  });
}

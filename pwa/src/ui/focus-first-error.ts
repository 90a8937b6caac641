/** For how many frames an error may take to be drawn. */
const PATIENCE = 30;

/** Once the errors are drawn, the keyboard is where the first one is; nothing happens where none belongs to a field, or to a group marked with `data-error`. */
export function focusFirstError(within = 'form', patience = PATIENCE): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`${within} :is([aria-invalid="true"], [data-error])`);
    // Of a group of choices, which itself cannot have the focus, its first one.
    const isGroup = field?.getAttribute('role') === 'radiogroup';
    if (field) (isGroup ? field.querySelector('input') : field)?.focus();
    else if (patience > 0) focusFirstError(within, patience - 1);
  });
}

/** `primary` is for the one action that matters on a screen; `quiet` looks like an underlined word. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** `primary` is for the one action that matters on a screen; `quiet` looks like an underlined word. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

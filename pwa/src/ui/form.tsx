import type { ReactNode } from 'react';

export interface FormProps {
  onSubmit(): unknown;
  className?: string;
  children: ReactNode;
}

/** A form with none of the browser's checks; Enter sends. What a portal sends reaches the forms around it in the tree, too: it ends here. */
export function Form({ onSubmit, className, children }: FormProps) {
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

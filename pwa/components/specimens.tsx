import { useState, type ReactNode } from 'react';

/** The states of one component, or of those that belong together. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <article aria-label={name} className="specimen">
      <h3>{name}</h3>
      {children}
    </article>
  );
}

interface HeldProps<Value> {
  start: Value;
  children: (value: Value, setValue: (value: Value) => void) => ReactNode;
}

/** Keeps the value of a controlled component. */
export function Held<Value>({ start, children }: HeldProps<Value>) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

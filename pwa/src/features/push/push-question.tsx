import { lazy, Suspense } from 'react';
import { isQuestionDeclined } from '~/lib/push/mark';
import { pushSupport } from '~/lib/push/support';
import { fetchPart } from './fetch-part';
import type { SoftPromptProps } from './soft-prompt';

const SoftPrompt = lazy(() => fetchPart(import('./soft-prompt')));

/** Asks, while something is being made, whether to tell when it is finished. Fetches nothing where there is nothing to ask. */
export function PushQuestion(props: SoftPromptProps) {
  if (pushSupport() === 'none' || isQuestionDeclined()) return null;
  return (
    <Suspense>
      <SoftPrompt {...props} />
    </Suspense>
  );
}

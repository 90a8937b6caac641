import { lazy, Suspense } from 'react';
import { isQuestionDeclined } from '~/lib/push/mark';
import { pushSupport } from '~/lib/push/support';
import { fetchPart } from './fetch-part';
import type { QuestionProps } from './question';

const Question = lazy(() => fetchPart(import('./question')));

/** Asks, while something is being made, whether to tell when it is finished. Fetches nothing where there is nothing to ask. */
export function PushQuestion(props: QuestionProps) {
  if (pushSupport() === 'none' || isQuestionDeclined()) return null;
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  );
}

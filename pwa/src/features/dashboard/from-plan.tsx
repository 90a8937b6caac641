import type { ReactNode } from 'react';
import type { AiProfile } from '~/features/ai-profiles';
import { Planned } from '~/features/planned-run';

export interface FromPlanProps {
  /** Whose plan it is; without one nothing is asked for. */
  training: Pick<AiProfile, 'id'> | null;
  /** As of `Planned`. */
  children(next: string | null, wasPlanned: boolean): ReactNode;
}

/** What depends on the style that starts with the end of a training. */
export const FromPlan = ({ training, children }: FromPlanProps) =>
  training ? <Planned profileId={training.id}>{children}</Planned> : children(null, false);

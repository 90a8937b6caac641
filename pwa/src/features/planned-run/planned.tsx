import { useState, type ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import { usePlannedRun } from './planned-run';

export interface PlannedProps {
  profileId: string;
  /**
   * @param next what starts once the profile is ready, in words; null where nothing is planned
   * @param wasPlanned also after it was taken back here: the button of that act stays with its words until the screen is left
   */
  children(next: string | null, wasPlanned: boolean): ReactNode;
}

/** Lets a part of a screen depend on whether a style was chosen during a training. */
export default function Planned({ profileId, children }: PlannedProps) {
  const t = useText();
  const planned = usePlannedRun(profileId);
  const style = planned?.status === 'planned' ? planned.style : null;
  const [wasPlanned, setPlanned] = useState(style !== null);
  if (style && !wasPlanned) setPlanned(true);
  return children(style ? t('plannedRun.next', { style: style.displayName }) : null, wasPlanned);
}

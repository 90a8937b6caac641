import { useEffect, useState } from 'react';
import { useLive, usePollingFallback } from '~/lib/live';
import { useRouter } from '~/lib/navigation';
import { useIsPast } from '~/lib/time';
import { isUnfinished, type Generation } from './generations-data';
import { shownFraction, type Report } from './progress';

/** How often the bar moves between two reports, in milliseconds. */
const TICK = 500;

/** Loads a screen with runs again when one of them changes, and every 15 s while one is under way and no events come. */
export function useGenerationsRefresh(generations: readonly Generation[]): void {
  const router = useRouter();
  const refresh = () => void router.invalidate();
  useLive('generation.changed', refresh);
  usePollingFallback(generations.some(isUnfinished), refresh);
}

/** Moves on every half second while `isActive`. */
function useNow(isActive: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, [isActive]);
  return now;
}

/** The progress of a run: the true fraction as last reported, and what the bar shows of it now. */
export function useGenerationProgress(generation: Generation) {
  const router = useRouter();
  const [report, setReport] = useState<Report>(() => ({
    fraction: generation.progress?.fraction ?? 0,
    at: Date.now(),
  }));
  const [finished, setFinished] = useState(generation.previews.length);
  const now = useNow(isUnfinished(generation));

  useLive('generation.progress', (event) => {
    if (event.generationId !== generation.id) return;
    if (event.fraction > report.fraction) setReport({ fraction: event.fraction, at: Date.now() });
    if (event.finished.length <= finished) return;
    setFinished(event.finished.length);
    // A portrait has been finished: its preview comes with the run.
    void router.invalidate();
  });

  const isLate = useIsPast(new Date(generation.createdAt).getTime() + generation.usualSeconds * 1000);
  const loaded = generation.progress?.fraction ?? 0;
  const fraction = Math.max(report.fraction, loaded);
  return {
    fraction,
    shown: shownFraction({ ...report, fraction }, now, generation.estimateSeconds),
    isLate,
  };
}

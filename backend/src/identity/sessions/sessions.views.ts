import Bowser from 'bowser';
import type { z } from 'zod';
import type { Session } from './session.entity.js';
import type { SessionView } from './sessions.schemas.js';

/** What a session is recognised by, as far as its browser said. */
export function describeDevice(userAgent: string | null | undefined): {
  browser: string | null;
  system: string | null;
  kind: string | undefined;
} {
  const { browser, os, platform } = Bowser.parse(userAgent || ' ');
  return { browser: browser.name || null, system: os.name || null, kind: platform.type };
}

export function viewSession(session: Session, currentId: string): z.infer<typeof SessionView> {
  const { browser, system, kind } = describeDevice(session.userAgent);
  const isProgram = session.transport === 'bearer' || !browser;
  return {
    id: session.id,
    current: session.id === currentId,
    browser,
    system,
    device: isProgram ? 'program' : kind === 'mobile' || kind === 'tablet' ? kind : 'desktop',
    address: session.address ?? null,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}

import Bowser from 'bowser';
import type { z } from 'zod';
import type { Session } from './session.entity.js';
import type { SessionView } from './sessions.schemas.js';

export function viewSession(session: Session, currentId: string): z.infer<typeof SessionView> {
  const { browser, os, platform } = Bowser.parse(session.userAgent || ' ');
  const isProgram = session.transport === 'bearer' || !browser.name;
  return {
    id: session.id,
    current: session.id === currentId,
    browser: browser.name || null,
    system: os.name || null,
    device: isProgram ? 'program' : platform.type === 'mobile' || platform.type === 'tablet' ? platform.type : 'desktop',
    address: session.address ?? null,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}

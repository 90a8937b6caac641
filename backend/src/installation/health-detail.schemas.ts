import { z } from 'zod';
import { CHECKS, STATES } from './checks/finding.js';

export const HealthDetail = z
  .object({
    checkedAt: z.iso.datetime().describe('What was found then is told for a minute.'),
    findings: z.array(
      z.object({
        check: z.enum(CHECKS),
        state: z
          .enum(STATES)
          .describe('`off`: not set up, and not needed. `unknown`: could not be looked at from the server.'),
        text: z.string().describe('For the operator, in German.'),
      }),
    ),
  })
  .meta({ id: 'HealthDetail' });

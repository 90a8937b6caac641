import { z } from 'zod';
import { ERROR_CODES } from '../errors/index.js';

export const ErrorCodeSchema = z
  .enum(ERROR_CODES)
  .meta({ id: 'ErrorCode', description: 'Stable codes; clients must accept unknown ones.', 'x-open-enum': true });

/** RFC 9457 problem document; the only error shape of the API. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: ErrorCodeSchema,
    detail: z.string().optional(),
    requestId: z.string(),
    fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

import { Injectable, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { AppError } from '../errors/index.js';

/** An id in the path. What is no id cannot exist: it answers like any missing row, and never reaches the database. */
@Injectable()
export class EntityId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!z.uuid().safeParse(value).success) throw new AppError('not_found');
    return value;
  }
}

export const MediaQuery = z.strictObject({
  expires: z.coerce.number().int(),
  signature: z.string().max(100),
});
export type MediaQuery = z.infer<typeof MediaQuery>;

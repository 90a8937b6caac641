import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';

/** Links into the app, always from the configured origin: a request's Host header has no say. */
@Injectable()
export class AppLinks {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  to(path: string, query: Record<string, string> = {}): string {
    const search = new URLSearchParams(query).toString();
    return `${this.config.publicOrigin}${path}${search ? `?${search}` : ''}`;
  }
}

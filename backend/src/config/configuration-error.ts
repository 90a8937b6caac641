export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(`configuration: ${problems.join('; ')}`);
    this.name = 'ConfigurationError';
  }
}

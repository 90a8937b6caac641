/** Names of the migrations in a folder, oldest first. */
export function migrationNames(folder?: string): string[];
/** Faults of the built migrations against their recorded checksums, one German line each. */
export function findChangedMigrations(recorded: Record<string, string>, present: Record<string, string>): string[];
/** Time stamp of a new migration: 14 digits, UTC, always after the latest one. */
export function nextMigrationStamp(names: readonly string[], now: Date): string;
/** Source of a migration that changes nothing yet. */
export function migrationSource(stamp: string): string;

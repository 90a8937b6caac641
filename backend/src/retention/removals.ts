import { DataDeleted, DataExportExpired, ExportFilesDiscarded } from '../privacy/index.js';
import { RemoteWorkDiscarded } from '../engine-runs/index.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** Work by which something outside of the database goes: it is never given up. */
export const REMOVALS = [ObjectsDiscarded, ExportFilesDiscarded, DataExportExpired, RemoteWorkDiscarded, DataDeleted];

export { cancelJobs } from './cancel-jobs.js';
export { JobRunner, PermanentFailure, TryLater, type AfterCommit, type JobHandler } from './job-runner.js';
export { Job } from './job.entity.js';
export { Lease, LeaseLost } from './lease.js';
export { Outbox } from './outbox.js';
export { QueueModule } from './queue.module.js';
export { REDIS } from './redis.js';
export { Relay } from './relay.js';
export { defineTopic, QUEUES, type QueueName, type Topic } from './topics.js';

export { DomainEvents, defineDomainEvent, type DomainEvent } from './domain-events.js';

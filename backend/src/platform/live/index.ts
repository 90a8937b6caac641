export { LIVE_EVENTS, type LiveEventName, type LiveEventPayload } from './events.js';
export { LiveGateway } from './live.gateway.js';
export { LivePublisher } from './publisher.js';
export { RedisIoAdapter } from './redis-io.adapter.js';
export { SocketPlaces } from './socket-places.js';

export { PublishedLink } from './published-link.entity.js';
export { PUBLISHED_LINK_RULES } from './published-links.retention.js';
export { PublishedLinks } from './published-links.service.js';
export { PublishedLinksApiModule, PublishedLinksModule } from './published-links.module.js';
export { Vote, VoteBallot, VoteChoice } from './votes/vote.entity.js';

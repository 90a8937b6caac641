export { PublishedLink } from './published-link.entity.js';
export { PUBLISHED_LINK_RULES } from './published-links.retention.js';
export { PublishedLinksApiModule, PublishedLinksModule } from './published-links.module.js';
export { VoteEndings } from './votes/vote-endings.service.js';
export { Vote, VoteBallot, VoteChoice } from './votes/vote.entity.js';

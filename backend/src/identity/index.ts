export {
  AccountDataPart,
  AccountDataRegistry,
  type AccountDataOwner,
  type Counts,
  type ExportOptions,
  type ExportPart,
} from './account-data.js';
export { ApiKey } from './api-keys/api-key.entity.js';
export { ApiKeyUsage } from './api-keys/api-key-usage.entity.js';
export { ApiKeysService } from './api-keys/api-keys.service.js';
export { KeyUsage } from './api-keys/key-usage.service.js';
export { IdentityModule } from './identity.module.js';
export { SecurityChanged, type SecurityChange } from './identity.events.js';
export { SecurityNotices } from './security-notices.service.js';
export { CurrentDevice, type Device } from './sessions/device.js';
export { SessionCookies } from './sessions/session-cookies.js';
export { Session } from './sessions/session.entity.js';
export { SessionsService, type OpenedSession } from './sessions/sessions.service.js';
export { describeDevice } from './sessions/sessions.views.js';
export { hashToken } from './sessions/token-hash.js';
export { AccountFacetRegistry } from './users/account-facets.js';
export { Email } from './users/email.js';
export { Me } from './users/me.schemas.js';
export { User } from './users/user.entity.js';
export {
  acceptTerms,
  confirmEmail,
  createUser,
  findUser,
  requireUser,
  setBlocked,
  setPassword,
  setRole,
  toPseudonym,
} from './users/users.js';
export { UsersService, type Recipient } from './users/users.service.js';
export {
  isKnown,
  KEY_USAGE_RULE,
  LEFT_ACCOUNTS,
  mayHaveLeft,
  leftAt,
  SESSION_RULES,
  UNCONFIRMED_TERMS,
} from './identity.retention.js';
export { pageOfUsers } from './users/users.lists.js';
export { newUsersByDay, userFigures, userNames, usersById } from './users/users.figures.js';
export {
  confirmedAccounts,
  confirmedAddress,
  hasAdmin,
  hasOtherAdmin,
  isAdmin,
  isOpenAccount,
  keepPresentUser,
  keepSession,
  knownUsers,
  lockAdmins,
  lockAdminsForAdmin,
  lockOpenAccount,
  lockPresentUser,
  lockUser,
  openAccounts,
  openSessions,
  openSessionsAndKeys,
  pushReaders,
  removeUser,
  sessionBegan,
} from './users/published-queries.js';
export { SESSION_TABLES_LEFT_OUT } from './identity.backups.js';

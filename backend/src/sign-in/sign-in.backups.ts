import { AuthChallenge } from './challenges/auth-challenge.entity.js';
import { EmailToken } from './login/email-token.entity.js';
import { EmailCode } from './proof/email-code.entity.js';

/** Links and codes that were used since would work again. */
export const CODE_TABLES_LEFT_OUT = [AuthChallenge, EmailCode, EmailToken];

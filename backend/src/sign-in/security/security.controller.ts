import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, Operation, type Principal } from '../../platform/http/index.js';
import { SecurityView } from './security.schemas.js';
import { SecurityService } from './security.service.js';

@ApiTags('accounts')
@Controller('me')
export class SecurityController {
  constructor(private readonly security: SecurityService) {}

  @Get('security')
  @Operation({
    summary: 'The ways into the account',
    description:
      'Whether there is a password; Google, passkeys and authenticator with when each was set up; and how many recovery codes are left.',
    access: 'user',
    response: SecurityView,
  })
  getSecurity(@CurrentUser() principal: Principal) {
    return this.security.overview(principal);
  }
}

import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, EntityId, IdempotencyKey, Operation, type Principal } from '../../platform/http/index.js';
import {
  AdminCreditsBody,
  AdminReasonBody,
  AdminRoleBody,
  AdminSynchronisation,
  AdminUser,
  AdminUserDetail,
  AdminUserPage,
  AdminUserQuery,
} from './admin-users.schemas.js';
import { AdminUsersService } from './admin-users.service.js';

@ApiTags('admin')
@Controller('admin/users')
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Get()
  @Operation({
    summary: 'Users, newest first',
    description:
      'Page by page, without deleted accounts. `q` is a part of the address or the name; ' +
      '`only` narrows it to blocked users, to admins, or to running plans.',
    access: 'admin',
    response: AdminUserPage,
  })
  listUsers(@Query({ schema: AdminUserQuery }) query: AdminUserQuery) {
    return this.users.list(query);
  }

  @Get(':id')
  @Operation({
    summary: 'One user, with plan and what is owed',
    description:
      'Money in Rappen, less what was refunded or charged back. A deleted account answers 404. ' +
      'What an earlier account under the same address owed is taken over first, as when the customer looks.',
    access: 'admin',
    response: AdminUserDetail,
    ids: ['id'],
  })
  getUser(@Param('id', EntityId) id: string) {
    return this.users.detail(id);
  }

  @Post(':id/block')
  @Operation({
    summary: 'Shut a user out at once',
    description:
      'Sessions end and API keys are refused; work under way is called off with its credits back, votes and examples end, ' +
      'and a subscription ends with its period. The user is told why by email; noted in the audit log. ' +
      'Blocked already, nothing changes; the own account answers `own_account`.',
    access: 'admin',
    status: 200,
    body: AdminReasonBody,
    response: AdminUser,
    ids: ['id'],
    errors: ['own_account'],
  })
  blockUser(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>,
  ) {
    return this.users.block(principal.userId, id, body.reason);
  }

  @Post(':id/unblock')
  @Operation({
    summary: 'Let a user in again',
    description:
      'API keys work again. What was called off stays so, and a subscription that is to end still ends. ' +
      'No email goes out; noted in the audit log. The own account answers `own_account`.',
    access: 'admin',
    status: 200,
    body: AdminReasonBody,
    response: AdminUser,
    ids: ['id'],
    errors: ['own_account'],
  })
  unblockUser(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>,
  ) {
    return this.users.unblock(principal.userId, id, body.reason);
  }

  @Post(':id/credits')
  @Operation({
    summary: 'Add or take credits',
    description:
      'What is added settles first what is owed; taking more than there is answers `balance_negative`. ' +
      'The customer sees an entry `admin_adjustment`, the audit log has the reason. The own account answers `own_account`.',
    access: 'admin',
    status: 200,
    body: AdminCreditsBody,
    response: AdminUser,
    ids: ['id'],
    idempotent: true,
    errors: ['own_account', 'balance_negative'],
  })
  adjustCredits(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminCreditsBody }) body: AdminCreditsBody,
    @IdempotencyKey() key: string,
  ) {
    return this.users.adjustCredits(principal.userId, id, body, key);
  }

  @Post(':id/role')
  @Operation({
    summary: 'Make a user an admin, or an ordinary user again',
    description:
      'Needs a proof of identity of the last ten minutes (`proof_required`). It holds from the next request on, sessions stay, ' +
      'and no email goes out; a change is noted in the audit log. The own account answers `own_account`; ' +
      'making an admin of one that is blocked or has not confirmed its address answers `conflict`.',
    access: 'admin',
    proof: true,
    status: 200,
    body: AdminRoleBody,
    response: AdminUser,
    ids: ['id'],
    errors: ['own_account', 'conflict'],
  })
  changeRole(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminRoleBody }) body: AdminRoleBody,
  ) {
    return this.users.changeRole(principal.userId, id, body);
  }

  @Post(':id/synchronise')
  @Operation({
    summary: 'Read the payment provider again for a user and grant what is missing',
    description:
      'Safe to repeat: nothing is granted twice, and credits follow money that went back. Each call is noted in the audit log. ' +
      'Where the provider does not answer nothing changes: `payment_provider_unavailable`.',
    access: 'admin',
    status: 200,
    response: AdminSynchronisation,
    ids: ['id'],
    errors: ['payment_provider_unavailable'],
  })
  synchroniseUser(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return this.users.synchronise(principal.userId, id);
  }
}

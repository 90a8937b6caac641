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
  @Operation({ summary: 'Users, newest first', access: 'admin', response: AdminUserPage })
  listUsers(@Query({ schema: AdminUserQuery }) query: AdminUserQuery) {
    return this.users.list(query);
  }

  @Get(':id')
  @Operation({
    summary: 'One user, with plan and what is owed',
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
    access: 'admin',
    proof: true,
    status: 200,
    body: AdminRoleBody,
    response: AdminUser,
    ids: ['id'],
    errors: ['own_account'],
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

import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, EntityId, Operation, type Principal } from '../platform/http/index.js';
import { AdminReasonBody, AdminSynchronisation, AdminUser, AdminUserPage, AdminUserQuery } from './admin.schemas.js';
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

  @Post(':id/block')
  @Operation({ summary: 'Shut a user out at once', access: 'admin', status: 200, body: AdminReasonBody, response: AdminUser, ids: ['id'], errors: ['own_account'] })
  blockUser(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string, @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>) {
    return this.users.block(principal.userId, id, body.reason);
  }

  @Post(':id/unblock')
  @Operation({ summary: 'Let a user in again', access: 'admin', status: 200, body: AdminReasonBody, response: AdminUser, ids: ['id'], errors: ['own_account'] })
  unblockUser(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string, @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>) {
    return this.users.unblock(principal.userId, id, body.reason);
  }

  @Post(':id/synchronise')
  @Operation({ summary: 'Read the payment provider again for a user and grant what is missing', access: 'admin', status: 200, response: AdminSynchronisation, ids: ['id'], errors: ['payment_provider_unavailable'] })
  synchroniseUser(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return this.users.synchronise(principal.userId, id);
  }
}

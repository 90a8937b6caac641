import { Module } from '@nestjs/common';
import { MailModule } from '../integrations/mail/index.js';
import { AppLinks } from './app-links.js';
import { PostService } from './post.service.js';

/** Sending letters, in the worker. */
@Module({ imports: [MailModule], providers: [AppLinks, PostService], exports: [AppLinks, PostService] })
export class PostModule {}

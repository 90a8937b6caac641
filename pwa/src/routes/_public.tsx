import { createFileRoute } from '@tanstack/react-router';
import { PublicFrame } from '~/features/shell';

export const Route = createFileRoute('/_public')({ component: PublicFrame });

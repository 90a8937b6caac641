import { createFileRoute } from '@tanstack/react-router';
import { openDocument } from '~/lib/navigation';

export const Route = createFileRoute('/_public/')({ beforeLoad: openDocument });

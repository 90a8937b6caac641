import { createFileRoute } from '@tanstack/react-router';
import { PublicFrame } from '~/features/shell';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_public')({ loader: () => loadTexts('site'), component: PublicFrame });

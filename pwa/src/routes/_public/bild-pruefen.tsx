import { createFileRoute } from '@tanstack/react-router';
import { ImageCheckScreen, ImageCheckSkeleton } from '~/features/image-check';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_public/bild-pruefen')({
  loader: () => loadTexts('imageCheck'),
  staticData: { title: 'shell.footer.imageCheck' },
  pendingComponent: ImageCheckSkeleton,
  component: ImageCheckScreen,
});

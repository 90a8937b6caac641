import { createFileRoute } from '@tanstack/react-router';
import { ImageCheckScreen } from '~/features/image-check';
import { ColumnSkeleton } from '~/features/shell';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_public/bild-pruefen')({
  loader: () => loadTexts('imageCheck'),
  staticData: { title: 'shell.footer.imageCheck' },
  pendingComponent: () => <ColumnSkeleton lines={1} />,
  component: ImageCheckScreen,
});

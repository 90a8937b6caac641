import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen, loadAudit } from '~/features/admin';

export const Route = createFileRoute('/admin/audit')({
  loader: loadAudit,
  staticData: { title: 'admin.audit.title' },
  component: function AdminAudit() {
    return <AuditScreen entries={Route.useLoaderData()} />;
  },
});

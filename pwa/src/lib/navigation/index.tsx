import { createLink } from '@tanstack/react-router';
import { LinkButton } from '~/ui/link-button';
import { TextLink } from '~/ui/text-link';

export { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
export type { ErrorComponentProps } from '@tanstack/react-router';
export { documentPart, leaveFor, openDocument } from './document-page';
export { ownPath } from './paths';

/** A link to a place in the app; the router checks its target and loads it ahead. */
export const AppLink = createLink(TextLink);

/** The same, in the shape of a button. */
export const AppLinkButton = createLink(LinkButton);

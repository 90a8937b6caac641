import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  EmptyState,
  Breadcrumbs,
  Icon,
  ICON_PATHS,
  PageHeader,
  Row,
  Rows,
  Section,
  Skeleton,
  Status,
  Terms,
  VisuallyHidden,
} from '.';

describe('Breadcrumbs', () => {
  it('is a navigation whose last place is the page itself', () => {
    render(<Breadcrumbs label="You are here" links={[{ id: 'home', link: <a href="/">Home</a> }]} current="Styles" />);
    const items = within(screen.getByRole('navigation', { name: 'You are here' })).getAllByRole('listitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-current')])).toEqual([
      ['Home', null],
      ['Styles', 'page'],
    ]);
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
});

describe('Icon', () => {
  it.each(Object.entries(ICON_PATHS))('%s stays within its grid', (_name, path) => {
    // Where absolute commands go; relative ones are too short to leave from there.
    const points = [...path.matchAll(/[ML](-?[\d.]+)[ ,](-?[\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(points.length).toBeGreaterThan(0);
    expect(points.filter((point) => !(point >= 2 && point <= 22))).toEqual([]);
  });

  it('is no picture to screen readers', () => {
    const { container } = render(<Icon name="bell" />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('the parts of a page', () => {
  it('has one title, sections under it that say when they are loading, and lists with names', () => {
    render(
      <>
        <PageHeader
          above={<Status tone="good">Ready</Status>}
          title="Profiles"
          lead="All of yours"
          actions={<button type="button">New</button>}
        />
        <Section title="Recent" isBusy>
          <Rows label="Profiles">
            <Row
              title="Anna"
              detail="8 photos"
              status={<Status tone="active">Training</Status>}
              action={<a href="/a">Open</a>}
              below="half"
            />
            <Row title={<Skeleton shape="line" />} />
          </Rows>
        </Section>
      </>,
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Profiles' }).closest('header')?.textContent).toBe(
      'ReadyProfilesAll of yoursNew',
    );
    expect(
      screen.getByRole('heading', { level: 2, name: 'Recent' }).closest('section')?.getAttribute('aria-busy'),
    ).toBe('true');
    const [first, second] = within(screen.getByRole('list', { name: 'Profiles' })).getAllByRole('listitem');
    expect(first?.textContent).toBe('Anna8 photoshalfTrainingOpen');
    expect(second?.textContent).toBe('');
    expect(second?.querySelector('[aria-hidden=true]')).not.toBeNull();
  });

  it('interrupts only where something went wrong', () => {
    const { rerender } = render(<EmptyState title="Nothing yet">Begin with a profile</EmptyState>);
    expect(screen.queryByRole('alert')).toBeNull();
    rerender(
      <EmptyState tone="bad" title="Not loaded" action={<button type="button">Again</button>}>
        No network
      </EmptyState>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Not loadedNo networkAgain');
  });

  it('pairs terms with their values', () => {
    render(
      <Terms
        rows={[
          ['Plan', 'Starter'],
          ['Credits', 120],
        ]}
      />,
    );
    expect(screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual(
      [
        ['Plan', 'Starter'],
        ['Credits', '120'],
      ],
    );
  });

  it('hides from the eye, not from screen readers', () => {
    render(
      <button type="button">
        <VisuallyHidden>Close</VisuallyHidden>
      </button>,
    );
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  });
});

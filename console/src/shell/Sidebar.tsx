import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { useWorkspace } from '../workspace.ts'
import { ClockNow } from './ClockNow.tsx'
import logo from './godwit.svg'
import { Navigation } from './Navigation.tsx'
import { PageSearch } from './PageSearch.tsx'
import { ProfileSelect } from './ProfileSelect.tsx'
import { UserSelect } from './UserSelect.tsx'

/**
 * User, profile, search, navigation and clock. In a narrow window the sidebar is above the page, and only its
 * first line, with the button Menu, is visible until the button is pressed.
 */
export function Sidebar() {
  const { pathname } = useLocation()
  // The path at which the menu was opened: the menu closes when the user goes to another page.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  return (
    <header className="sidebar" data-open={isOpen || undefined}>
      <div className="sidebar-top">
        <img alt="" height="24" src={logo} width="24" />
        <strong>Godwit</strong>
        <span className="sidebar-mode">Sandbox</span>
        <Button
          aria-expanded={isOpen}
          className="sidebar-menu"
          kind="plain"
          onPress={() => setOpenAt(isOpen ? undefined : pathname)}
        >
          {isOpen ? 'Close' : 'Menu'}
        </Button>
      </div>
      <div className="sidebar-body">
        <UserSelect {...useWorkspace()} />
        <ProfileSelect />
        <PageSearch />
        <Navigation onChoose={() => setOpenAt(undefined)} />
      </div>
      <ClockNow />
    </header>
  )
}

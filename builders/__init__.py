"""Builders: one folder per dataset, a declared source plus a pure transform."""
